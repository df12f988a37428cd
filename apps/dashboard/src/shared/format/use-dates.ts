import { createContext, useContext } from 'react';
import { getDates } from './date.ts';

/** Time zone of the organization of the signed-in user. */
export const TimeZoneContext = createContext<unknown>(undefined);

/** Formats and computes dates in the time zone of the organization; for guests, in Moscow time. */
export const useDates = () => getDates(useContext(TimeZoneContext));
