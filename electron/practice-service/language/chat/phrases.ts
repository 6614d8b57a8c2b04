/** The sentences that hold an answer to a chat together. */

/** Sentences that hold an answer together. `{topic}` and `{word}` are filled in. */
export const PHRASES = {
  openings: {
    'how-to': [
      'Here is how I would go about it: **{topic}**, step by step.',
      'There are several ways to do this. For **{topic}** I would begin with the simplest one.',
      'Good question. To {topic}, take it in small steps and look at the whole picture after each of them.',
      'Let us go through it. The short answer for **{topic}**: prepare well, work slowly, compare often.',
    ],
    explanation: [
      'In short, **{topic}** comes down to a few things that are easy to remember.',
      'There is more to **{topic}** than it seems, but the heart of it is simple.',
      'A good way to think about **{topic}** is to ask what the eye does first.',
      'When we talk about **{topic}**, we usually mean three things at once.',
    ],
    list: [
      'Here are some ideas for **{topic}**:',
      'A few directions for **{topic}**, from the safest to the boldest:',
      'For **{topic}** I would look at these:',
    ],
    draft: [
      'Here is a first draft for **{topic}**:',
      'A draft to begin with, for **{topic}**; change what you like:',
      'This is one way to write it, with **{topic}** in mind:',
    ],
    code: ['Here is a small example for **{topic}**:', 'For **{topic}** a few lines are enough:'],
    greeting: [
      'Hello! Ask me about a photo, a layout, a colour or a text, and I will do my best.',
      'Hello! What are you working on today? A photo, a page, a palette?',
    ],
  },
  headings: {
    before: ['Before you begin', 'What to look at first', 'The idea'],
    steps: ['Step by step', 'How to do it', 'What to do'],
    careful: ['What to watch for', 'Common mistakes', 'Keep in mind'],
    more: ['Going further', 'A closer look', 'In practice'],
  },
  stepNames: ['Look', 'Prepare', 'Begin small', 'Compare', 'Step back', 'Finish'],
  ideaNames: [
    'The quiet {word}',
    'A {word} in the evening light',
    '{Word}, seen from far away',
    'Three colours and one {word}',
    'Before the {word}',
    'The {word} that stayed',
    'Less {word}, more air',
    'A {word} for one person',
  ],
  closings: [
    'If you tell me more about {topic}, I can be more precise.',
    'Would you like an example for the {word}?',
    'Try it on a copy first, and compare before and after with the same zoom.',
    'That is all there is to it; the rest is looking.',
  ],
} as const;
