import { useLayoutEffect } from 'react';

/**
 * Sets an attribute on the document element while `isThere` is true. Styles use it instead of a document-wide `:has()`, which is
 * re-evaluated on every DOM change.
 */
export function useDocumentFlag(name: 'data-has-save-bar' | 'data-has-side-panel', isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere) return;
    document.documentElement.setAttribute(name, '');
    return () => document.documentElement.removeAttribute(name);
  }, [name, isThere]);
}
