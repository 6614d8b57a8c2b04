/** Links of answers: `askToOpenLink` for a click, and one `<LinkQuestion />` on the page. */
export { askToOpenLink } from './link-question.ts';
export { LinkQuestion } from './LinkQuestion.tsx';
