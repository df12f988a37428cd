import { basename } from 'node:path';
import type { TestServer } from '@referral-dashboard/api/testing';
import { addresses } from '../support/addresses.ts';
import { organizationDialogs, partnerDialogs } from '../support/dialogs.ts';
import { organizationPages, partnerPages } from '../support/filled-pages.ts';
import { all, dialogRecords, type Opening, opening, openingsAt, type Place } from '../support/openings.ts';
import { organization, partner } from '../support/people.ts';

/** A page, or an overlay opened on it. */
export type Screen = { address: string } & Partial<Opening>;

/** Bars of selected rows. No key closes them, so they are not among the dialogs. */
const bars: readonly Place[] = [
  {
    address: '/leads',
    openings: [opening('shared/list/selection/selection-bar.tsx', 'Выбрано', ['checkbox', /^Выбрать/])],
  },
  {
    address: '/payments',
    openings: [opening('features/payments/payable/payable-list.tsx', 'Сформировать', all)],
  },
];

/** Both roles with their pages and overlays. */
export const roles = [
  {
    who: 'organization',
    person: organization,
    pagesOf: organizationPages,
    places: [...Object.values(organizationDialogs).flat(), ...bars],
  },
  { who: 'partner', person: partner, pagesOf: partnerPages, places: partnerDialogs },
] as const;

/** Lists without results and an unknown address. */
const nothing: readonly Screen[] = [
  { address: '/leads?search=Щщщ' },
  { address: '/leads?id=0190a0b0-0000-7000-8000-000000000000' },
  { address: addresses.unknown },
];

/** Name of a screen: `/partners/0190…?tab=leads` becomes `partners-tab-leads`, and the dialog of a new link `partners-new-link`. */
const getName = ({ address, file = '' }: Screen) =>
  `${address.replace(/^\/(?!\w)/, 'home')} ${basename(file, '.tsx')}`
    .replace(/[0-9a-f]{8}-[\w-]{27}/g, '')
    .match(/\w+/g)
    ?.join('-') ?? '';

function named(screens: readonly Screen[]) {
  const names = screens.map(getName);
  return screens.map((screen, index) => {
    const nth = names.slice(0, index).filter((name) => name === names[index]).length;
    return { ...screen, name: `${names[index]}${nth > 0 ? `-${nth + 1}` : ''}` };
  });
}

/** Screens of a role in a state at the given width, with unique names. */
export async function listScreens(
  { pagesOf, places }: (typeof roles)[number],
  state: string,
  width: number,
  demo: TestServer,
) {
  const pages = await pagesOf(demo);
  // Without data there are no records for URLs with an id.
  if (state === 'empty') return named(pages.filter(({ address }) => !/[0-9a-f]{8}-/.test(address)));
  if (state !== 'data') return named(pages);
  return named([...pages, ...nothing, ...openingsAt(width, places, await dialogRecords(demo))]);
}
