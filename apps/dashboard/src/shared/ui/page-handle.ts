import { useMatches } from 'react-router-dom';

/** What a route tells the shell about its page. */
export type PageHandle = {
  /** The heading, the window's title and the title of the narrow top bar. */
  title: string;
  /** Address of the sidebar item it belongs to. */
  section?: string;
  /** Set on nested pages: where the breadcrumb leads back to. */
  parent?: { title: string; path: string };
};

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

/** The handle of the page that is open. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? handle : { title: 'Страница' };
}
