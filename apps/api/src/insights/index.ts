export { createHome } from './home/index.ts';
export { createListViews } from './list-views/index.ts';
export { createSearch } from './search/index.ts';
