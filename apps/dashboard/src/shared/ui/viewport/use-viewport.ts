import { createContext, useContext } from 'react';

/** Screen size, provided by `Viewport`. */
export const ViewportContext = createContext({ isNarrow: false, isWide: true, isLow: false });

/** True on screens that are too narrow for a table. */
export const useIsNarrow = () => useContext(ViewportContext).isNarrow;

/** True in low windows (zoom, landscape, on-screen keyboard), where bars scroll with the page. */
export const useIsLow = () => useContext(ViewportContext).isLow;

/** True on screens that fit a side panel next to the page. */
export const useIsWide = () => useContext(ViewportContext).isWide;
