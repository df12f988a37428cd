import type { ReferralPage } from '@referral-dashboard/api-contract';
import { type Html, html } from '../../../platform/html.ts';

/** CSS variables for the colors of the organization; empty when it has no colors and the defaults of the stylesheet apply. */
export function renderBrandStyles(page: ReferralPage | null): string {
  const colors = page?.organization.colors;
  if (!colors) return '';
  const rules = Object.entries(colors).map(([name, color]) => `--brand-${name.replace('_', '-')}:${color}`);
  return `:root{${rules.join(';')}}`;
}

/** Metadata for link previews. `noindex`, because links are shared personally. */
export function renderHead(page: ReferralPage | null): Html {
  const robots = html`<meta name="robots" content="noindex">`;
  if (page === null) return robots;
  const { landing, organization } = page;
  return html`${robots}
<meta name="description" content="${landing.subtitle || organization.name}">
<meta property="og:type" content="website">
<meta property="og:locale" content="ru_RU">
<meta property="og:title" content="${landing.title}">
<meta property="og:description" content="${landing.subtitle || organization.name}">
<meta property="og:site_name" content="${organization.name}">`;
}
