/** `‹warm|cool›` is a choice between words; `{subject}` is filled in from the question. */

export type Prepared = readonly [asks: RegExp, ...texts: string[]];

/** The items of a list, and its length if the question names none. */
export type PreparedList = readonly [
  asks: RegExp,
  length: number,
  intro: string,
  ...items: string[],
];

export const LISTS: readonly PreparedList[] = [
  [
    /\bcaptions?\b.*\bfigs?\b/isu,
    3,
    '‹Three moods|A few lines›, from quiet to playful:',
    'A fig, a bowl and the last of the ‹afternoon|evening› light.',
    'Ripe enough to be eaten before the shutter closed.',
    'Still life with one fig and ‹no|very little› patience.',
    'Picked this morning. Gone by ‹noon|lunch›.',
    'The quietest fruit on the table gets the portrait.',
    'Soft skin, cool bowl, ‹slow|low› light.',
    'One fig, every shade of purple.',
    'Late summer, served in a bowl.',
    'Sweet inside, ‹shy|modest› in the bowl.',
  ],
  [
    /\b(?:captions?|slogans?|taglines?|headlines?)\b/iu,
    3,
    'For {subject}, from ‹quiet|calm› to ‹bold|playful›:',
    '{Subject}, just as the light turned ‹kind|soft›.',
    'Nothing staged: {subject}, and a little patience.',
    'We came for five minutes and stayed for ‹the morning|an hour›.',
    'A closer look at {subject}.',
    '{Subject}, before anyone else was awake.',
    'Some pictures ask for a frame. This one asked for ‹time|quiet›.',
    '{Subject}, kept for a rainy day.',
    'First light, last frame: {subject}.',
    'Look once for the shape, twice for the ‹colour|shadow›.',
  ],
  [
    /\btitles?\b.*\bdandelions?\b/isu,
    4,
    'My ‹favourite|first choice› comes first:',
    '**Gold Before Dark** — short, and it ‹promises|holds› the light of the whole series.',
    '**A Field of Small Suns** — warm, and easy to remember on a wall.',
    '**What the Wind Takes** — looks ahead to the seeds, so the series has an ending.',
    '**Last Light, First Seeds** — an end and a beginning in four words.',
    '**Before They Scatter** — ‹a little urgent|quietly urgent›, good for a short series.',
    '**Weeds at Golden Hour** — some humour keeps it from being too sweet.',
    '**Evening, Counted in Seeds** — slow; it suits a long sequence.',
    '**Lion’s Teeth** — the old meaning of the name, for curious readers.',
  ],
  [
    /\b(?:titles?|names?)\b(?!.*\bcolou?rs?\b)/isu,
    4,
    'For {subject}, ‹the quietest first|from plain to poetic›:',
    '**First Light** — simple, and ‹free of|without› dates, so it ages well.',
    '**Small Hours** — intimate; it suits a dark palette.',
    '**North Window** — a place that everyone can picture.',
    '**The Long Exposure** — patient, with a nod to the craft.',
    '**Field Notes** — modest; the work does the talking.',
    '**Second Look** — ‹invites|asks› people to stay a little longer.',
    '**Open Drawer** — curious and domestic.',
    '**Paper Moon** — playful, and easy to draw as a logo.',
    '**Slow Frame** — good for prints on ‹a wall|paper›.',
    '**Still, Moving** — a contradiction that people remember.',
  ],
  [
    /\bshot ?lists?\b.*\bbridges?\b/isu,
    6,
    'Be there ‹forty|thirty› minutes before sunrise. In the order of the light:',
    '**Wide, from the bank.** The whole bridge with room for the sky; 24 mm, on a tripod.',
    '**Silhouette.** Meter for the sky and let the bridge go dark against the first colour.',
    '**Reflection.** Low to the water, the horizon off centre; ‹wait until|shoot when› the wind drops.',
    '**Long exposure.** Two minutes with a grey filter: smooth water, ‹streaks of|drifting› cloud.',
    '**Along the deck.** Centred, the railings as leading lines, one walker far off for scale.',
    '**First sun.** The moment it touches the top; from the place of the wide shot, as a pair.',
    '**Detail.** Dew on a rivet or a cable, 85 mm wide open, light from behind.',
    '**Underneath.** The geometry of the arches, lit by what the water ‹throws|sends› back.',
  ],
  [
    /\bshot ?lists?\b|\b(?:plan|list)\b.*\bshots\b/iu,
    6,
    'For {subject}, from ‹wide to close|the safest to the boldest›:',
    '**Establishing.** {Subject} with the surroundings, from eye level; say where we are.',
    '**Hero.** {Subject} alone, a plain ground, light from ‹the side|a window›.',
    '**Detail.** One edge or surface, as close as the lens will focus.',
    '**Scale.** A hand, a step or a doorway next to it.',
    '**From above.** Straight down, tidy edges, ‹room|space› for text.',
    '**Against the light.** A bright rim and a dark ground; expose for the rim.',
    '**Pause.** The same frame with nothing going on; useful as a background.',
    '**Last frame.** From farther back, with space to leave the story.',
  ],
  [
    /\b(?:cold|cool)\b.*\bcolou?rs?\b/iu,
    3,
    'Cool, but not ‹icy|sterile›:',
    '**Slate** `#5B6B78` — a grey that leans to blue; ‹calm|quiet› next to wood.',
    '**Petrol** `#1F5D66` — deep enough for text.',
    '**Mist** `#C9D6DA` — a ground for photographs.',
    '**Sage** `#8FA39A` — cool without feeling cold.',
    '**Ink** `#22304A` — softer than black.',
  ],
  [
    /\bcolou?rs?\b.*\b(?:name|list|for|palette|warm)\b|\b(?:name|list|warm)\b.*\bcolou?rs?\b|\bpalettes?\b/iu,
    3,
    '‹A small|A warm› palette, the ground first:',
    '**Linen** `#EFE7DA` — the ground; warmer than white, ‹kind|gentle› to photographs.',
    '**Ochre** `#C98A2B` — the accent; use it once on each page.',
    '**Terracotta** `#B5563C` — for what may be pressed.',
    '**Umber** `#4A3A2E` — text; it has enough contrast on linen.',
    '**Olive** `#7C7A46` — a quiet second voice.',
    '**Apricot** `#F0B48A` — for ‹small|large› areas next to skin tones.',
  ],
  [
    /\bkeywords?\b|\btags?\b/iu,
    5,
    '',
    'still life',
    'natural light',
    'quiet',
    'table',
    'texture',
    'morning',
    'muted',
    'close-up',
  ],
  [
    /\b(?:ideas?|suggest\w*|options|tips|examples|checklist|ways)\b/iu,
    5,
    'For {subject}, ‹the simplest|the quickest› first:',
    '**Take something away.** Remove the loudest thing that is not the subject.',
    '**Change the light.** Turn the scene to ‹a window|the north› and switch everything else off.',
    '**Crop tighter.** Then once more; stop when it ‹hurts|gets hard to read›.',
    '**Limit the palette.** One ground, one text colour, one accent.',
    '**Give it air.** Double the margin before you make anything larger.',
    '**Show a hand.** Scale and story at the same time.',
    '**Make it grey.** If it works without colour, it works.',
    '**Sleep on it.** Look again tomorrow, on ‹another|a small› screen.',
  ],
];

/** Tried before the lists, so that a palette in CSS is code. */
export const PRECISE: readonly Prepared[] = [
  [
    /^\s*(?:hi|hello|hey|thanks?|thank you|good (?:morning|evening)|test)\b(?:\W+\w+){0,3}\W*$/iu,
    'Hello! What are you ‹working on|making› today? I can help with captions, titles, shot lists, colours and ‹short texts|layout questions›.',
    'Hello! Show me a photo, a page or a ‹palette|headline›, or tell me what it should feel like, and we will start from there.',
  ],
  [
    /\b(?:css|html|stylesheet)\b/iu,
    'Give each colour a name that says what it is ‹for|there for›:\n\n```css\n:root {\n  --ground: #efe7da;\n  --text: #4a3a2e;\n  --accent: #c98a2b;\n}\n\n.button {\n  color: var(--ground);\n  background: var(--accent);\n  padding: 8px 16px;\n}\n```\n\nA name such as `--accent` stays true when the colour changes; `--orange` does not.',
  ],
  [
    /\bpython\b|\bscript\b|\brename\b/iu,
    'To name photos by ‹the date|their date›, a few lines of Python are enough:\n\n```python\nfrom datetime import datetime\nfrom pathlib import Path\n\nfor path in sorted(Path("photos").glob("*.jpg")):\n    taken = datetime.fromtimestamp(path.stat().st_mtime)\n    path.rename(path.with_name(f"{taken:%Y-%m-%d}-{path.stem}.jpg"))\n```\n\nKeep a ‹copy|backup› of the folder before you run it.',
  ],
  [
    /\b(?:javascript|typescript|code|function|formula|regex)\b/iu,
    'The contrast of two colours is a ‹number|value› from 1 to 21:\n\n```js\nfunction luminance(rgb) {\n  const [r, g, b] = rgb.map((value) => {\n    const part = value / 255;\n    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;\n  });\n  return 0.2126 * r + 0.7152 * g + 0.0722 * b;\n}\n```\n\nWith $L_1$ the lighter one it is $(L_1 + 0.05) / (L_2 + 0.05)$. Text needs ‹at least|no less than› 4.5.',
  ],
];

export const ANSWERS: readonly Prepared[] = [
  [
    /\btable\b|\bcompare\b|\bfile formats?\b|\b(?:png|jpe?g|webp)\b/iu,
    'In ‹short|a table›:\n\n| Format | Good for | Keep in mind |\n| --- | --- | --- |\n| PNG | masks, graphics, screenshots | every pixel is kept; large |\n| JPEG | photographs for mail and print | 90 % is ‹plenty|enough›; no transparency |\n| WebP | pictures on the web | smaller than JPEG at the same quality |\n\nUse **sRGB** unless the printer asks for ‹another|a different› profile.',
  ],
  [
    /\bdepth of field\b|\baperture\b|\blens(?:es)?\b/iu,
    'Depth of field is ‹the range|how much› of the picture that looks sharp, in front of and behind the point of focus.\n\n- **Aperture:** f/2 gives a thin slice, f/11 a deep one.\n- **Distance:** the closer you are, the ‹thinner|shallower› it gets.\n- **Focal length:** 85 mm isolates, 24 mm ‹includes|explains›.\n\nFor a portrait begin at f/2.8 and focus on the near eye. For a product, stop down to f/8 or stack several frames.',
    'Think of depth of field as a ‹sheet of glass|slice of air› in front of the camera: what lies inside it is sharp.\n\nOpen the aperture and the slice gets thin; close it and the slice gets thick. Stepping back has the same effect as stopping down.\n\n> A shallow depth of field says “look here”. A deep one says “look around”.',
  ],
  [
    /\bwhite ?space\b|\blayout\b|\bgrid\b|\bmargins?\b/iu,
    'White space is what lets everything else be ‹seen|read›. It groups, it ranks, and it gives the eye a place to rest.\n\n## How to use it\n\n1. Put more space *between* groups than *within* them.\n2. Begin with margins that feel too ‹large|generous›.\n3. Use few sizes: 8, 16, 32 and 64 are enough.\n\n## What to watch for\n\n- Space that is left over is not space that was ‹planned|placed›.\n- An empty corner next to a crowded one looks like a mistake.',
    'White space is not empty: it is the ‹cheapest|strongest› tool for saying what matters.\n\n- Double the margin around the most important thing.\n- Align the rest to one edge.\n- Remove a line or a box wherever space can do its work.\n\nThen look at the page from across the room. What you still see is your ‹hierarchy|order›.',
  ],
  [
    /\b(?:remove|retouch\w*|clean\w*|fix|erase)\b/iu,
    'Work from the ‹largest|loudest› distraction to the smallest.\n\n## Step by step\n\n1. **Paint generously.** Cover {subject} with a margin of some pixels.\n2. **Take the shadow along,** and the reflection if there is one.\n3. **Run it once** and look at the result at 100 %.\n4. **Repair edges** with a second, smaller mask where lines ‹break|stop›.\n\n## What to watch for\n\n- Patterns that repeat, such as the same brick ‹twice|side by side›.\n- Grain that is suddenly smooth.',
    'To remove {subject}, use several small masks rather than one big one:\n\n1. Paint the part that lies on a ‹plain|calm› ground first.\n2. Then the part that crosses a line, such as a roof or a horizon.\n3. Paint the shadow last.\n\nCompare before and after at the same zoom. If your eye goes to the spot ‹again|at once›, the texture is off: undo it and make the mask a little larger.',
  ],
  [
    /\b(?:photograph|shoot|light|portrait|product)\b.*\?|\bhow (?:do|can|should|to)\b.*\b(?:photos?|pictures?|photograph)\b/iu,
    'Begin with the light; the camera comes ‹later|second›.\n\n## Step by step\n\n1. **One window, nothing else.** Turn off the lamps, so that there is one colour of light.\n2. **Light from the side.** It shows shape and texture.\n3. **A white card** opposite the window opens the shadows.\n4. **A plain ground** that is ‹darker|lighter› than the subject.\n5. **Tripod, f/8, the lowest ISO.** Then take your time.\n\nMove {subject} a hand’s width and look again: ‹small|tiny› changes matter most.',
    'Three frames tell you most of what you need:\n\n- one with the light from the **side**,\n- one with the light from **behind**,\n- one from **above** with everything ‹tidy|aligned›.\n\nChoose the one in which you notice the subject first. Then ‹refine|correct› it: clean the edges of the frame, straighten the horizon, and wait for the moment.',
  ],
  [
    /\b(?:letter|e-?mail|message to)\b/iu,
    'Subject: The pictures of {subject}\n\nDear Ida,\n\nthe first selection is ready: twelve pictures, in the order in which I would hang them. The light was ‹with us|kind› on the second morning, and you will see it.\n\nTwo of them still need work: the cable above the roof, and a reflection in the window. I will send both on ‹Thursday|Friday›.\n\nCould you tell me by then whether the series should begin with the wide picture or with the detail?\n\nWarm regards',
  ],
  [
    /\b(?:poem|haiku)\b/iu,
    'Low sun on the ‹table|sill› —\nthe bowl holds more light than fruit,\nand then only fruit.',
    'The last ‹boat|tram› has gone.\nOn the wet stones the street lamps\npractise being stars.',
  ],
  [
    /\b(?:story|tale|once upon)\b/iu,
    'The keeper of the lighthouse painted each room in a different colour: blue for sleeping, yellow for cooking, red for the letters that nobody had sent.\n\nOne night a boat came in with ‹nobody|no one› on board but a cat and a camera. She dried both of them and waited for the morning.\n\nThe cat was ‹gone|asleep› by then. In the camera was one picture: the lighthouse from the water, every window in a colour of its own.',
  ],
  [
    /\b(?:brief|concept|pitch|proposal|moodboard)\b/iu,
    '## {Subject}\n\n**Aim.** People should ‹slow down|stop› in front of it and understand it without a caption.\n\n**Feel.** Quiet, warm, made by hand. Natural materials, one light, few words.\n\n**Deliver**\n\n- one key picture, wide and upright\n- three details\n- a palette with one accent\n\n**Avoid.** Stock smiles, gradients, and more than two ‹typefaces|fonts›.',
  ],
  [
    /\b(?:describe|alt(?:ernative)? text|description)\b/iu,
    '{Subject} in ‹soft|clear› side light: calm at first sight, with ‹enough|just enough› texture to reward a second look.',
    'A ‹quiet|simple› view of {subject}, with muted colours, a plain ground and one bright spot that leads the eye.',
  ],
  [
    /\b(?:sentences?|paragraph|text|write|blurb|summar\w+|copy)\b/iu,
    'There is nothing loud about {subject}, and that is its ‹strength|charm›. The light comes from one side, the colours keep to themselves, and what looks simple turns out to be ‹carefully|patiently› made. Stay a moment: the details come to those who do.',
    'Made slowly and meant to last, {subject} begins with a plain idea: leave out what does not help. What is left has room to ‹breathe|be seen›, feels good in the hand, and needs no ‹explanation|manual›.',
  ],
];

export const GENERAL = [
  'Here is how I would approach {subject}: decide what people should notice first, and make everything else ‹quieter|smaller›.\n\n1. **Say it in one sentence.** If that is hard, the design will be hard, too.\n2. **Choose one picture, one typeface and one accent.**\n3. **Make three small sketches** before you open a program.\n4. **Compare them** next to each other, in grey.\n\n*This is one of practice’s prepared answers. Your own service goes into your question.*',
  'For {subject} I would begin ‹at the end|with the ending›: where will it be seen, for how long, and from how far away?\n\n- **On a wall:** few words, large shapes, strong contrast.\n- **On a phone:** one column, one ‹action|message›, generous spacing.\n- **In print:** ask for the paper’s profile before you choose colours.\n\n*This is one of practice’s prepared answers. Your own service goes into your question.*',
];

/** Practice does not look at pictures, whatever the question is. */
export const PICTURE = [
  'One subject in soft ‹side|window› light, set against a calm ground, with a little ‹space|air› left on one side. *(A prepared answer: practice does not look at your picture.)*',
  'A ‹quiet|natural› moment, close to the subject, in muted colours with one warm accent that leads the eye. *(A prepared answer: practice does not look at your picture.)*',
];

/** Number of languages with letters of their own, which come first. */
export const NOT_LATIN = 6;
export const LANGUAGES: readonly Prepared[] = [
  [/[\u3040-\u30ff]/u, '光から始まります。影は黒ではなく、青いのです。📷 色は三つで十分です。🎨'],
  [/\p{Script=Han}/u, '好的照片从光开始。阴影不是黑色的,而是蓝色的。📷 三种颜色就够了。🎨'],
  [/\p{Script=Greek}/u, 'Μια καλή εικόνα αρχίζει με το φως. Τρία χρώματα είναι αρκετά. 🌊'],
  [
    /\p{Script=Cyrillic}/u,
    'Хорошая фотография начинается со света. Сначала смотри, потом снимай. 📷',
  ],
  [/\p{Script=Arabic}/u, 'الصورة الجيدة تبدأ بالضوء. الظل ليس أسود، بل أزرق مثل المساء. 🌙'],
  [/\p{Script=Devanagari}/u, 'अच्छी तस्वीर रोशनी से शुरू होती है। छाया काली नहीं, नीली होती है। 📷'],
  [
    /\b(?:ich|und|nicht|wie|bitte|eine?|der|das|schreib\w*)\b.*\b(?:ich|und|nicht|bitte|eine?|der|die|das|mir|man)\b/isu,
    'Ein gutes Bild beginnt mit der Entscheidung, was man nicht zeigt. Größe, Farbe und Licht kommen ‹später|danach›: ein ruhiger Grund, eine Lichtquelle, ein einziger Akzent. 🎨',
  ],
  [
    /\b(?:je|est|les|une?|comment|dans|avec)\b.*\b(?:je|est|les?|la|une?|de|dans|avec|pour)\b/isu,
    'Une bonne image commence par ce que l’on ne montre pas. On choisit trois couleurs, pas ‹plus|davantage› : une pour le fond, une pour le texte, une pour l’accent. ✨',
  ],
  [
    /[¿¡]|\b(?:el|los|una?|para|por)\b.*\b(?:el|los|la|una?|de|para|favor)\b/isu,
    'Una buena imagen empieza por lo que no se enseña. El diseño más sencillo es casi siempre el ‹mejor|más claro›. 🌞',
  ],
];

export const CONTINUATIONS: readonly Prepared[] = [
  [
    /\bfigs?\b.*\b1\. $/isu,
    'Cut one fig just before the shot, so that the flesh still ‹shines|glistens›.\n2. Put the bowl next to a north window and let the light come from the side.\n3. Mist the skins with ‹cold water|a little water›; dry drops look like dust.\n4. Go down to the height of the rim, and let the cut face look at the lens.\n5. Use a dark, ‹matt|plain› ground: purple needs something quiet to glow against.\n',
    'Choose figs that are ‹soft|almost too soft›; ripe skins have fine cracks that catch the light.\n2. Halve two of them and leave the others whole.\n3. Light them from behind through ‹a thin curtain|paper›, so the seeds look wet.\n4. Keep a leaf and a knife in the frame; they say “just now”.\n5. Stop down to f/8, focus on the nearest seeds, and ‹work|shoot› quickly.\n',
  ],
  [
    /\bonce upon a time,?$/iu,
    ' there was a keeper who painted each room of the lighthouse in a different colour: blue for sleeping, yellow for cooking, red for the letters that nobody had sent. One night a boat came in with ‹nobody|no one› on board but a cat and a camera. In the camera was one picture: the lighthouse from the water, every window in a colour of its own.',
  ],
  [
    /\b(?:the|a|an|of|in|on|with|and|for|from|at|by|its|our|this)$/iu,
    ' morning falls across the table and stays there for ‹a while|an hour›. Nothing moves but the dust. The cup is still warm, the paper still white, and the first line that you draw is ‹never|rarely› the one that you keep. Draw it anyway. The second one knows where to go, and by the time the bus passes the window the page has found its shape.',
    ' quiet room at the end of the corridor smelled of ‹paint|wood› and cold coffee. Someone had pinned twelve prints to the wall, in no order that you could see at first. Then you noticed the horizon: it ran through all of them at the same height, like a ‹thread|breath› held for a whole summer.',
    ' day changes everything it touches. Before eight it is blue and ‹patient|careful›, at noon it is only bright, and in the last hour it forgives every crack in the wall. Wait for that hour. Bring a chair, a thermos and one lens, and do not look at the screen until the ‹sun|light› is gone.',
  ],
  [
    /\b(?:should|can|could|will|would|must|to|and|may)$/iu,
    ' be read from across the street: one picture, one line, and plenty of ‹air|room› around both. Use the warm paper, not the bright one. Let the headline sit low, where the eye arrives last, and keep the ‹date|address› small; those who want to come will find it.',
    ' begin with something that people already know and turn it by ‹a few|five› degrees. A cup that is too large, a shadow from the wrong side, a colour that belongs to another season. They stop because of the picture, and they stay because of the ‹words|joke›.',
  ],
  [
    /\b(?:like|is|are|was|feels?|looks?|seems?|as)$/iu,
    ' ‹a Sunday morning|an open window›: unhurried, a little cool, and full of light that nobody had to pay for. There is one large shape and one small one. The small one is red. Everything else keeps to the warm end of grey, so that the red can be ‹quiet|calm› and still be the first thing that you see, even from the other side of the street, on a wet evening, with a bag in each hand.',
    ' ‹the first day|the last page› of a long summer: sun-bleached, generous, slightly out of focus at the edges. The type is large and sits low. Above it there is nothing but sky, three quarters of the sheet, and somewhere in that sky a ‹kite|bird› so small that children will find it before their parents do, and will be proud of it all the way home.',
    ' ‹a letter|a note› from someone with good handwriting. Nothing shouts. The paper has a tooth, the ink has a little brown in it, and the margins are wide enough for a thumb. You read it once for the news and a second time for the ‹voice|pleasure›, and then you pin it to the wall above the desk, where it stays for years.',
  ],
  [
    /(?:^|\n)\s*(?:[-*]|\d+[.)]) ?$/u,
    'Begin with the light, and turn off ‹every lamp|the ceiling lamp›.\n- Take away whatever is not the subject.\n- Leave more room than you think you ‹need|want›.\n- Make one version in grey.\n- Look at it again tomorrow.\n',
    'Choose one picture and ‹stay|work› with it.\n- Put the largest thing off centre.\n- Use the accent colour once.\n- Read the text ‹aloud|out loud› and cut what you stumble over.\n',
  ],
  [
    /(?:^|[.!?…:”"]|\n)\s*$/u,
    ' The light came in low and ‹found|touched› the edge of the bowl first. For a moment the whole room seemed to lean that way. Then a cloud passed, the colours went back to their places, and we had our picture: not the one that we had ‹planned|drawn›, but the one that was there.',
    ' Nobody had moved the chair, so we left it where it ‹was|stood›. It gave the picture a corner to lean on. The rest was a matter of waiting, and of keeping our shadows out of the ‹frame|way›, until the sun came round the house.',
    ' What remains is a matter of ‹editing|choosing›. Put the prints on the floor, walk around them once, and take away every second one. The series gets ‹stronger|shorter› each time, until it does not; stop one picture before that.',
  ],
  [
    /^/u,
    ' ‹changes|softens› everything it touches: in the morning it is cool and exact, at noon it only explains, and in the last hour before dark it forgives. Look at the same wall three times in a day and you will have three ‹pictures|walls›. The camera sees the difference before we do, because we are used to the wall. So go out early, come back late, and leave the middle of the day to lunch.',
    ' ‹begins|starts› with a decision about what to leave out. The street can do without its signs, the table without its second cup, the sky without almost anything. What is left stands a little straighter. It has room, and the eye, which is lazy and ‹curious|kind› at the same time, goes where there is room. That is all there is to composition; the rest is patience and comfortable shoes.',
    ', seen from ‹the stairs|the garden›, is quieter than you remember. There is a blue in the shadows that no one mentions, and a thin line of gold where the wall meets the ‹path|grass›. Stand still until your eyes stop looking for the subject. It was the line all along, and it will be gone in four minutes.',
    ' ‹stays|lingers› longer than you expect, the way a good sentence does. You turn away, you put the kettle on, and it is still there at the ‹edge|corner› of the room: a warm patch, a cool patch, and between them the only straight line in the house. Draw that line first. Everything else will find its place around it.',
  ],
];

export const FIELDS: Readonly<Record<string, string>> = {
  title: '"‹Gold Before Dark|A Field of Small Suns|Small Hours›"',
  name: '"‹First Light|Open Drawer|Slow Frame›"',
  caption: '"‹Soft skin, cool bowl, slow light.|Picked this morning. Gone by noon.›"',
  description: '"A ‹quiet|simple› still life in soft side light."',
  alt: '"A ‹quiet|simple› still life in soft side light."',
  keywords: '["still life", "natural light", "‹quiet|table›"]',
  tags: '["still life", "natural light", "‹quiet|table›"]',
  mood: '"‹calm|warm|still›"',
  colour: '"‹#C98A2B|#5B6B78|#B5563C›"',
  color: '"‹#C98A2B|#5B6B78|#B5563C›"',
};

export const OTHER_FIELD = '"soft ‹light|colour›"';
export const ONE_WORD = '‹Quiet|Golden|Weathered|Luminous|Still›';

export const PREPARED_TEXTS: readonly string[] = [
  ...LISTS.flatMap(([, , ...texts]) => texts),
  ...[PRECISE, ANSWERS, LANGUAGES, CONTINUATIONS].flat().flatMap(([, ...texts]) => texts),
  ...GENERAL,
  ...PICTURE,
  ...Object.values(FIELDS),
  OTHER_FIELD,
  ONE_WORD,
];
