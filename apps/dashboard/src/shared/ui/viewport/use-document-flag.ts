import { useLayoutEffect } from 'react';

/**
 * Marks the document while something is in it, for the styles of what makes room: with `:has()` they would look for it through the whole page
 * each time that anything changes.
 */
export function useDocumentFlag(name: 'data-has-save-bar' | 'data-has-side-panel', isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere) return;
    document.documentElement.setAttribute(name, '');
    return () => document.documentElement.removeAttribute(name);
  }, [name, isThere]);
}
