/** Passages about editing images by hand. */

export const RETOUCHING_TEXTS = {
  'Removing an object from a photo': `To remove an object from a photo, paint over it generously. The mask should cover the object, its shadow and its reflection, and a few pixels of the ground around it. If a thin line of the object is left at the edge, the fill will continue it, because it copies what it finds there.

Work from the outside to the inside. Remove the small things first: a cup, a cable, a sign. Then look at the picture at its real size. A large object is easier to remove in two steps, because after the first step there is more of the ground to copy from. Compare before and after with the same zoom, and look away for a moment in between.`,
  Masks: `A mask is a picture in black and white. White is where something happens and black is where nothing does. A hard edge is right for a wall and a soft edge is right for hair. Grow a mask by two or three pixels before you use it, and feather it when the result shows a seam.

Paint the mask with a brush that is a little smaller than the object, and use the lasso for long straight edges. Hold Shift to draw a straight line from the last point. If you have painted too much, do not begin again: the eraser is the same brush turned around.`,
  'Keeping the original': `Never work on the only copy. Keep the original as it came from the camera, and keep every step between the original and the result. A change that cannot be undone is a decision that you have to be sure of; a change that can be undone is an experiment.

Name the files so that somebody else can find them in five years. The date comes first, then the subject, then the version. "Final" is not a version.`,
  'Removing text': `Text in a picture is read even when nobody wants to read it. A date in the corner, a sign above a door, the name of a shop: the eye goes there first. Remove it and the picture becomes quiet. Text on an even ground disappears without a trace; text on a pattern needs a second look, because the pattern has to go on where the letters were.

Do not remove the name of the photographer. It is not a fault in the picture; it is the reason why there is a picture.`,
  'Enlarging a picture': `When a picture is made larger, somebody has to invent the pixels that were not there. A simple method draws a soft line between the old ones, and the picture looks as if it were seen through a wet window. A better method has seen many pictures and guesses what belongs there. It is often right with leaves and stones, and often wrong with letters and faces.

Twice the size is safe, four times is a risk, and eight times is a painting. Look at the eyes, at the teeth and at anything that is written, and compare them with the original at the same size.`,
  'Blending two pictures': `Two pictures fit together when they agree about the light. Look for the direction of the light, its colour and the sharpness of the shadows. If the sun comes from the left in one picture and from the right in the other, no blending will help. If only the colour is different, match the shadows first, then the middle tones, then the highlights.

A face that is put into another picture needs the same angle, the same size of grain and the same edge. Follow an ellipse from the forehead to the chin and let it fade. The eye forgives a nose, but it does not forgive an edge.`,
  'Dust and scratches': `Dust is small, bright and everywhere. Do not hunt it spot by spot. Look at the picture at its real size, begin in the top left corner and go on row by row, as if you were reading. A spot in the sky has to go; a spot in the grass is nobody's business.

A scratch is long and thin and crosses many different grounds. Remove it in short pieces, so that each piece is filled from its own surroundings: the sky from the sky, the roof from the roof.`,
  'A steady hand': `Retouching is a craft of small movements. Rest your arm on the table and move the pen from the wrist. Work with a large brush for as long as you can, and change to a small one only at the end. Every twenty minutes look at the whole picture from two steps away. What you cannot see from there, nobody will see.

The best retouching is the one that nobody notices. It takes a long time to do and no time to look at.`,
} as const;
