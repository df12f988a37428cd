import { createContext, useContext } from 'react';

/** Screen size, provided by `Viewport`. */
export const ViewportContext = createContext({ isNarrow: false, isWide: true });

/** True on screens that are too narrow for a table. */
export const useIsNarrow = () => useContext(ViewportContext).isNarrow;

/** True on screens that fit a side panel next to the page. */
export const useIsWide = () => useContext(ViewportContext).isWide;
