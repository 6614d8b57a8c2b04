/** Links of answers: `askToOpenLink` at a click, and one `<LinkQuestion />` on the screen. */
export { askToOpenLink } from './link-question.ts';
export { LinkQuestion } from './LinkQuestion.tsx';
