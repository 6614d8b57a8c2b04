/** Passages about taking photos. */

export const PHOTOGRAPHY_TEXTS = {
  'Composition of a photo': `A photo begins with the decision what not to show. The frame is small and the world is large, so every photo is a choice. Walk around the subject before you take the picture. Look at the edges of the frame, because that is where the mistakes are: a branch that comes from nowhere, half a car, a bright sign that pulls the eye out of the picture.

Put the subject a little away from the centre and give it room in the direction in which it looks. A horizon in the middle cuts the picture in two; a low horizon is about the sky and a high horizon is about the ground. Rules like these are made to be broken, but only by those who know why.`,
  'Depth of field': `A wide aperture makes a small part of the picture sharp and lets the rest dissolve. It is a good way to show one face in a crowd. A small aperture makes everything sharp, from the stone at your feet to the mountain behind it. Neither is better. Ask what the picture is about, and let that be sharp.

The background is part of the picture even when it is not sharp. Bright spots become discs, lines become bands, and a red jacket is still a red jacket. Take one step to the left and the background changes completely while the subject stays the same.`,
  Portraits: `Focus on the eye that is closer to the camera. If the eyes are sharp, the portrait is sharp. Put the light a little above and to the side of the face, and let a white wall or a sheet of paper fill the shadow. Talk to the person. The best portrait is often the one that was taken just after the picture that was planned.

When you retouch a portrait, take away what will be gone in a week and leave what makes the face. A spot may go; a scar has a story. Keep the texture of the skin, because skin without texture looks like wax.`,
  'Product photos': `A product photo has one job: to show what you will hold in your hands. Use a large soft light from the side and a white card on the other side. Clean the product twice, because the camera sees dust that you do not. Put it on a surface that runs up behind it without an edge, and the background will disappear by itself.

Take every product from the same distance, with the same lens and in the same light. A shop with a hundred products looks calm when the photos agree with each other. Remove the price tag, the fingerprint and the cable, and leave the shadow, because without its shadow the product floats.`,
  Landscapes: `The best light for a landscape is the first hour of the morning and the last hour of the evening. The sun is low, the shadows are long and the hills get a shape. At noon the light comes from above and everything is flat. Use the noon to find the place and the evening to take the picture.

A landscape needs something in the foreground: a stone, a fence, a path that leads into the picture. Without it the eye does not know where to begin. And wait. The cloud will move, the boat will come, the light will fall on the one white house in the valley.`,
  Streets: `In the street there is no second take. Set the camera before you leave the house, choose a corner with good light and wait for somebody to walk into it. A good photo of a street is a stage on which something happens: a gesture, a glance, a dog that knows where it is going.

Be honest and be kind. If somebody does not want to be in your picture, let them go. If a stranger stands in the wrong place, you can take two pictures and put them together, or paint over the stranger and let the wall grow back.`,
  'Old photos': `An old photo has been touched by many hands, and it shows. There are scratches, folds, stains and a corner that is missing. Scan it larger than you think you need, in colour even when it is black and white, because the stains have a colour and the picture has not. Then work from the large faults to the small ones.

Do not make it new. A little grain, a soft edge and a warm tone belong to the picture as the voice belongs to a song. Remove what hides the face and keep what tells the time.`,
  'Noise and sharpness': `Noise is the price of darkness. A sensor that gets too little light begins to guess, and its guesses look like sand. Noise in the shadows is hardly seen in print; noise in a face is. Remove it before you sharpen, because sharpening cannot tell noise from detail.

Sharpen at the end, at the size in which the picture will be seen. A photo for a screen needs less than a photo for a wall. If there is a bright line along every dark edge, it was too much.`,
} as const;
