import { createContext, useContext } from 'react';
import { useMatches } from 'react-router-dom';

/** Facts of a page that its route tells the shell. */
export type PageHandle = {
  /** The heading, the window's title and the title of the narrow top bar. */
  title: string;
  /** Address of the sidebar item it belongs to. */
  section?: string;
  /** Set on nested pages: where the breadcrumb leads back to. */
  parent?: { title: string; path: string };
  /** Loads its code, once, however often it is asked to. */
  load?: () => Promise<unknown>;
};

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

/** Subject of the open page, such as a partner's name, once that is known; empty where the route says it all. */
export const PageSubject = createContext({ subject: '', setSubject: (_: string) => {} });

/** The handle of the page that is open. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  const { subject } = useContext(PageSubject);
  const known = isPageHandle(handle) ? handle : { title: 'Страница' };
  return subject ? { ...known, title: subject } : known;
}
