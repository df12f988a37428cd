import { useLayoutEffect } from 'react';

/**
 * Sets an attribute on the document element while `isSet` is true. Styles use it instead of a document-wide `:has()`, which is
 * re-evaluated on every DOM change.
 */
export function useDocumentFlag(name: 'data-has-save-bar' | 'data-has-side-panel', isSet: boolean): void {
  useLayoutEffect(() => {
    if (!isSet) return;
    document.documentElement.setAttribute(name, '');
    return () => document.documentElement.removeAttribute(name);
  }, [name, isSet]);
}
