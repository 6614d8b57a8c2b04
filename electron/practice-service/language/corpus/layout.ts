/** Passages about layout, type and interfaces. */

export const LAYOUT_TEXTS = {
  'White space': `White space is not empty. It tells what belongs together and what does not. Two lines that stand close to each other are read as one thought; a gap between them is a pause. If a page looks crowded, do not make everything smaller. Take something away, and let the rest breathe.

Begin with too much space and take it away until it feels right. It is harder to do it the other way round. The space around a headline should be larger above than below, because the headline belongs to the text that follows it.`,
  Grids: `A grid is a promise. It says that things which are alike will stand in the same place, so that the eye does not have to search. Choose a small number of columns and keep to them. Twelve columns are useful because twelve can be divided by two, three, four and six.

Do not fill every column. A grid with an empty column on the left has a place for notes, captions and surprises. Once in a while let one picture run across the whole page. A rule is easiest to see where it is broken once.`,
  Type: `Good type is invisible. The reader should see the story and not the letters. Choose a typeface that was made for the size at which you use it, set lines of about sixty-five characters, and give them enough air: one and a half times the size of the letters is a good beginning.

Two typefaces are enough for most designs, and one is often better. Make the difference between them large. If a headline is only a little larger than the text, it looks like a mistake; if it is twice as large, it looks like a decision.`,
  Hierarchy: `A page needs a first thing, a second thing and everything else. If everything is bold, nothing is. Decide what the reader should know after one second, after ten seconds and after a minute, and give each of them its own size, weight or colour.

To test a hierarchy, close your eyes almost completely and look at the page. What you still see is what the page says. If it is the logo, the page says nothing; if it is the headline, the page speaks.`,
  'Buttons and forms': `A button says what happens when you press it. "Save the photo" is better than "OK", because you can read it without reading the rest. Put the button where the hand already is, make it large enough for a thumb, and show at once that it was pressed.

A form should ask only for what is needed. Put the label above the field, show an example in grey, and say what is wrong beside the field and in plain words. An error message is a sentence and a way out: what happened, and what you can do now.`,
  Icons: `An icon is a word that everybody has to guess. A magnifying glass, a bin and an arrow are understood; most others are not. Use an icon to find something again, not to explain it for the first time. Beside a label it helps; instead of a label it often hides.

Draw icons on the same grid, with the same weight of line and the same roundness of corners. A set of icons should look as if one person had drawn them on one afternoon.`,
  Posters: `A poster is read from the other side of the street, in the rain, by somebody who is late. It has one picture, one line and one place to look for more. Make the line so large that it hurts, then make it a little larger. Leave out the second picture. Leave out the third colour. If you can say it without words, leave out the words.

Hang the draft on a wall and walk past it. What you remember at the end of the corridor is your poster.`,
  'Animation in interfaces': `Motion shows where a thing comes from and where it goes. A panel that slides in from the right will be looked for on the right. Two hundred milliseconds are long enough to be seen and short enough not to be in the way. Let things start quickly and end slowly, as things do that have a weight.

Do not move what the reader is reading. And ask the system whether the user wants less motion, because for some people a page that slides is a page that makes them ill.`,
} as const;
