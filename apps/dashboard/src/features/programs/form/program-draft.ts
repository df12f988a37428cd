import type { ProgramValues } from './program-values.ts';

/** What is typed and not saved, and what it was typed over; `version` is `null` for a program to come. */
export type ProgramDraft = { version: number | null; base: ProgramValues; values: ProgramValues };

const PREFIX = 'program_draft_';
const keyOf = (user: string, program: string) => `${PREFIX}${user}_${program}`;

/** The draft of a person for a program, or `new`. Those of anybody else who worked in this tab are thrown away. */
export function readDraft(user: string, program: string): ProgramDraft | null {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && !key.startsWith(keyOf(user, ''))) sessionStorage.removeItem(key);
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, program)) ?? 'null') as ProgramDraft | null;
  } catch {
    return null;
  }
}

/** Keeps a draft over a reload or a new sign-in; without room for it, nothing is kept. */
export function writeDraft(user: string, program: string, draft: ProgramDraft): void {
  try {
    sessionStorage.setItem(keyOf(user, program), JSON.stringify(draft));
  } catch {
    removeDraft(user, program);
  }
}

export const removeDraft = (user: string, program: string) => sessionStorage.removeItem(keyOf(user, program));
