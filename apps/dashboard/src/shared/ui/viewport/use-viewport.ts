import { createContext, useContext } from 'react';

/** The window, as `Viewport` sees it for all of a page. */
export const ViewportContext = createContext({ isNarrow: false, isWide: true });

/** A phone: no table has room. */
export const useIsNarrow = () => useContext(ViewportContext).isNarrow;

/** Room for a panel beside the page. */
export const useIsWide = () => useContext(ViewportContext).isWide;
