import { createContext, useContext } from 'react';
import { useLocation, useMatches } from 'react-router-dom';

/** Page metadata that a route provides to the shell. */
export type PageHandle = {
  /** Used as the heading, the window title and the title of the mobile top bar. */
  title: string;
  /** Path of the sidebar item of the page, which may depend on the URL parameters. */
  section?: string | ((parameters: URLSearchParams) => string);
  /** Target of the breadcrumb on nested pages. */
  parent?: { title: string; path: string };
  /** Loads the code of the page. Repeated calls load it once. */
  load?: () => Promise<unknown>;
};

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

/** Subject of the open page, e.g. a partner's name. Empty until it is loaded, or when the route title is enough. */
export const PageSubject = createContext({ subject: '', setSubject: (_: string) => {} });

/** Number of characters that fit the mobile top bar. */
const MAX_BAR_LENGTH = 16;

/** Whether a name is too long for the mobile top bar. The bar then shows the title of the parent page. */
export const isLongName = (subject: string) => subject.length > MAX_BAR_LENGTH;

/** Metadata of the open page. `barTitle` is the title of the mobile top bar. */
export function usePageHandle(): Omit<PageHandle, 'section'> & {
  section: string | undefined;
  barTitle: string;
} {
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle;
  const { subject } = useContext(PageSubject);
  const known = isPageHandle(handle) ? handle : { title: 'Страница' };
  const title = subject || known.title;
  const barTitle = isLongName(subject) && known.parent ? known.parent.title : title;
  const section =
    typeof known.section === 'function' ? known.section(new URLSearchParams(search)) : known.section;
  return { ...known, section, title, barTitle };
}
