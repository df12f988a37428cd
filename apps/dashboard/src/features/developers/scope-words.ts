import { API_NOUN_LABELS, API_SCOPES, type ApiNoun, type ApiScope } from '@referral-dashboard/api-contract';

export const NOUNS = Object.keys(API_NOUN_LABELS) as ApiNoun[];

/** Returns the scope of a kind of objects; undefined when keys cannot have it. */
export const findScope = (noun: ApiNoun, access: 'read' | 'write'): ApiScope | undefined =>
  API_SCOPES.find((scope) => scope === `${noun}:${access}`);

function describeNoun(noun: ApiNoun, scopes: readonly ApiScope[]): string | undefined {
  const [reads, writes] = [
    scopes.includes(`${noun}:read` as ApiScope),
    scopes.includes(`${noun}:write` as ApiScope),
  ];
  if (!reads && !writes) return undefined;
  const rights = reads && writes ? 'чтение и запись' : reads ? 'чтение' : 'запись';
  return `${API_NOUN_LABELS[noun]}: ${rights}`;
}

/** Describes the rights of a key, one line for each kind of objects. */
export const describeScopes = (scopes: readonly ApiScope[]): string[] =>
  NOUNS.map((noun) => describeNoun(noun, scopes)).filter((line) => line !== undefined);
