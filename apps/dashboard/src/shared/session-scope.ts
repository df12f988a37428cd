import { createContext } from 'react';

/** An object for each session: another person, or the same one anew, brings another. What is kept by it dies with it. */
export const SessionScope = createContext<object>({});
