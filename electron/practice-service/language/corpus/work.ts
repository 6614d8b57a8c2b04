/** Passages about working with clients, moving pictures, words and money. */

export const WORK_TEXTS = {
  'A good brief': `A brief answers five questions. Who is it for? What should they do after they have seen it? What do they believe today? Where will they see it, and for how long? And how will we know that it worked? If one of these answers is missing, ask for it before you draw anything. A day of questions saves a week of drafts.

Write the brief on one page and read it aloud. Whatever sounds like an advertisement can be left out. Whatever sounds like a promise has to be kept.`,
  Feedback: `Ask for problems and not for solutions. "Make the logo larger" is a solution; "I did not see who it is from" is a problem, and it may have a better answer. Show few drafts, and show them in the place where they will be used. A poster belongs on a wall and an icon belongs in a bar with twenty other icons.

When somebody says that they do not like it, ask what it reminds them of. Write down what was said before you answer. The first answer is a defence; the second one is often an idea.`,
  'Planning a project': `Divide the work into parts that can be shown. Put the part that you know least about at the beginning, because that is where the surprises are. Leave a fifth of the time free. You will need it, and if you do not, you will be the first who is ever early.

At the end of every week write three lines: what is done, what comes next and what stands in the way. It takes five minutes and it is the whole of project management.`,
  'What things cost': `Count every call, every picture and every hour, and count them while they happen. A small price that is paid a thousand times is a large price. Look at what was spent yesterday and not only at the end of the month, because at the end of the month it is too late to change anything.

A budget is a line that you draw before the money is gone. Draw it, look at it once a week, and if you cross it, know why. The cheapest picture is the one that did not have to be made twice.`,
  'Moving pictures': `A short film from a single photo needs one movement and no more. Let the camera come closer, slowly, or let it drift to the side. Four seconds are long when nothing happens and short when something does. Begin and end with a still moment, so that the film can be repeated without a jump.

Choose a picture with depth: something near, something far and some air in between. A flat wall does not move. Hair, water, smoke and leaves move well; hands and letters do not.`,
  'Frames per second': `Six frames a second look like a flip book, twelve like a drawing that has come alive, twenty-four like the cinema. More frames do not make a better film; they make a smoother one. If the movement is slow, the frames between can be calculated, and nobody will miss what was never there.

Twenty-five frames at six frames a second are a little more than four seconds. Fourteen frames are a little more than two. That is enough for a glance, a wave or a door that opens.`,
  'Writing captions': `A caption says what the picture cannot say: who, where, when and why it matters. It does not say what everybody can see. "A woman at a window" is not a caption; "Ida on the morning before she left" is one.

Write in the present tense, keep to two sentences and put the name first. Read the caption without the picture and the picture without the caption. If each of them is better with the other, they belong together.`,
  'Naming things': `A name should be short, easy to say and hard to confuse. Say it on the telephone and ask the other person to write it down. If they ask how it is spelled, look for another one. The best names are words that everybody knows in a place where nobody expected them.

Write down fifty names without judging them. The first twenty are the ones that everybody has, the next twenty are strange, and among the last ten there is often one that is good.`,
  'Working together': `Two people who draw on the same sheet of paper need fewer words. Show the work while it is unfinished, because a finished drawing can only be liked or disliked, but an unfinished one can be helped. Say which part is a guess and which part is a decision.

Put the files where the others can find them, and write in the message what has changed and why. The person who will be most grateful for a clear message is you, in half a year.`,
} as const;
