/** Passages about colour and light. */

export const COLOUR_TEXTS = {
  'Colour contrast': `Contrast is the first thing that the eye reads. Before we know what a picture shows, we know where it is light and where it is dark. A strong contrast pulls the eye to one place; a weak contrast lets it wander. When you build a palette, begin with the lightest and the darkest colour, and only then choose the hue. If the design works in grey, it will work in colour.

Contrast is not only a matter of light and dark. There is a contrast of warm and cold, of pure and muted, of large and small. A small patch of pure orange in a large field of muted blue is louder than a wall of orange. Use the loud colour for the one thing that matters, and keep everything else quiet.`,
  'Warm and cold light': `Light has a temperature. The light of a candle is warm, the light of an open sky at noon is cold, and the light of an evening lies in between. The eye adapts so quickly that we hardly notice; the camera does not. A photo that is taken in a kitchen at night looks yellow because the camera tells the truth.

When you correct the white balance, look for something in the picture that you know to be grey: a wall, a stone, a shadow on paper. Make it neutral and the rest will follow. But do not take the warmth out of a sunset. A picture may be wrong by the numbers and right to the eye.`,
  'Building a palette': `A good palette is small. Choose one colour for the background, one for the text and one for the accent. Most designs need nothing more. If you need a fourth colour, make it a lighter or a darker version of one that is already there.

Take the colours from the picture that stands beside them. Zoom in until you see the pixels and pick the colour of a leaf, a brick, a shadow. A palette that comes from a photo belongs to the photo. Give every colour a name that says what it is for and not what it looks like, because what it looks like will change.

Look at the palette in a bad light, on an old screen and from the other side of the room. If the accent is still the accent, the palette is done.`,
  Shadows: `A shadow is never black. Outdoors it is filled by the light of the sky and looks blue; beside a red wall it is filled by the light of the wall and looks red. If you paint a shadow with black, it looks like a hole. If you paint it with a darker version of the ground and a little of the colour of the sky, it looks like a shadow.

The edge of a shadow tells how far away the object is. Close to the object the edge is sharp, and it becomes softer with the distance. When you remove an object from a photo, remove its shadow too, and its reflection, or the eye will miss something without knowing what.`,
  'Colour on screens and on paper': `A screen makes colour from light and paper makes colour by taking light away. That is why a bright green on the screen looks tired on paper. Ask the printer for the profile of the paper and look at the picture with it before you send it. It is better to be disappointed at your desk than in the printing house.

A picture without a profile is a sentence without a language. Every program guesses, and every program guesses something else. Keep the profile in the file, keep the original beside it and write down what you have changed.`,
  Grey: `Grey is the most patient of all colours. It makes the colours beside it brighter and does not ask for anything. A grey that is a little warm feels like paper; a grey that is a little cold feels like metal. A photo is best judged on a dark grey background, because a white one makes it look dull and a black one makes it look brilliant.

Painters mix grey from two colours that lie across from each other. A grey made from orange and blue can lean to one side or to the other, and it always fits the picture, because it is made of the picture.`,
  'Colour and accessibility': `About one in twelve men cannot tell red from green as easily as the others. A chart that speaks only in red and green says nothing to them. Add a shape, a label or a pattern, and everybody can read it. Text needs a contrast of at least 4.5 to 1 against its background; large text needs 3 to 1.

Accessible design is not a list of rules at the end of a project. It is the habit of asking who is not in the room. A design that works in bright sun, with one hand and without sound works better for everybody.`,
} as const;
