/** Notes in Markdown, with lists, tables and code. */

export const NOTE_TEXTS = {
  'Checklist for a product page': `# Product page

## Before the photos
- Clean the product twice.
- Take every product from the same distance.
- Write down the **light**, the *lens* and the distance.

## After the photos
1. Remove dust, cables and price tags.
2. Check the shadow: without its shadow the product floats.
3. Save a copy for the screen and a copy for print.

> The cheapest picture is the one that did not have to be made twice.`,
  'Notes of a meeting': `## Meeting on Monday

**Present:** Ida, Jonas, the printer

- The poster is *almost* done; the headline has to be larger.
- The blue of the logo looks tired on paper. Jonas asks for the profile.
- Ida removes the cable from the second photo.

| What           | Who   | When      |
| -------------- | ----- | --------- |
| Headline       | Ida   | Tuesday   |
| Profile        | Jonas | Wednesday |
| Last proof     | all   | Friday    |`,
  'Colours as variables in CSS': `Give every colour a name that says what it is for:

\`\`\`css
:root {
  --background: #14161a;
  --text: #e8e6e1;
  --accent: #f2a65a;
}

.button {
  color: var(--background);
  background: var(--accent);
  border-radius: 4px;
  padding: 8px 16px;
}
\`\`\`

A name such as \`--accent\` stays true when the colour changes; a name such as \`--orange\` does not.`,
  'A grid in CSS': `A page with a column for notes needs only a few lines:

\`\`\`css
.page {
  display: grid;
  grid-template-columns: 12rem minmax(0, 42rem);
  gap: 24px;
}

.page img {
  max-width: 100%;
  height: auto;
}
\`\`\`

Let one picture run across the whole page with \`grid-column: 1 / -1\`.`,
  'Contrast in JavaScript': `The contrast of two colours is a number from 1 to 21:

\`\`\`js
function luminance(red, green, blue) {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(first, second) {
  const [dark, light] = [luminance(...first), luminance(...second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
\`\`\`

Text needs at least 4.5; large text needs 3.`,
  'Renaming photos in Python': `To name the photos by date, use a few lines of Python:

\`\`\`python
from datetime import datetime
from pathlib import Path

for path in sorted(Path("photos").glob("*.jpg")):
    taken = datetime.fromtimestamp(path.stat().st_mtime)
    path.rename(path.with_name(f"{taken:%Y-%m-%d}-{path.stem}.jpg"))
\`\`\`

Keep a copy of the folder before you run it.`,
  'The length of a clip': `The length of a clip is the number of frames divided by the frames per second:

\`\`\`python
def seconds(frames: int, frames_per_second: int = 6) -> float:
    return frames / frames_per_second

print(seconds(25))  # 4.17
print(seconds(14))  # 2.33
\`\`\`

With $n$ frames at $f$ frames per second it is $n / f$ seconds.`,
  'Export settings': `### Export

- **PNG** for masks and graphics: every pixel is kept.
- **JPEG** at 90 % for photos: small, and good enough for a screen.
- **WebP** for the web: smaller than JPEG at the same quality.

Use \`sRGB\` unless the printer asks for something else. See [the profile of the paper](https://example.com/profiles) for print.`,
  'Words for a headline': `Three headlines for the exhibition:

1. **Light that stays** — short, warm, a little sad.
2. **What the window saw** — a story in four words.
3. **Ninety-nine grey seas** — a number makes people curious.

The second one is the best. It asks a question without a question mark.`,
} as const;
