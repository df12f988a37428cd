import { writtenSupport } from '@referral-dashboard/api-contract';
import { Html, html } from '../../platform/html.ts';
import type { Brand, EmailMessage } from './channel.ts';

type Content = Pick<EmailMessage, 'title' | 'text' | 'url' | 'support' | 'brand' | 'footer'>;

/** Colors of a message without a brand color. */
const PRODUCT_COLORS = { fill: '#07747e', ink: '#ffffff', link_light: '#07747e', link_dark: '#45c0cd' };

const QUESTIONS = 'Вопросы:';
const OPEN = 'Открыть';
const SETTINGS = 'Настроить уведомления';

/** Returns the plain-text part of an e-mail. It has everything that the HTML part has. */
export const renderPlainText = ({ text, url, support, brand, footer }: Content): string => {
  const parts = [text, url, support && `${QUESTIONS} ${writtenSupport(support)}`];
  const settings = footer?.settingsUrl && `${SETTINGS}: ${footer.settingsUrl}`;
  const closing = [brand?.name, footer?.reason, settings].filter(Boolean).join('\n');
  return [...parts, closing].filter(Boolean).join('\n\n');
};

/** Returns the HTML part of an e-mail: tables and inline styles. Clients that support media queries show dark colors. */
export const renderMarkup = ({ title, text, url, support, brand, footer }: Content): string => {
  const { fill, ink, link_light: link, link_dark } = brand?.colors ?? PRODUCT_COLORS;
  const a = (address: string, label: string) =>
    html`<a href="${address}" class="link" style="color:${link}">${label}</a>`;
  const button =
    url !== null
      ? html`<p style="margin:20px 0 0"><a href="${url}" class="button" style="display:inline-block;padding:10px 20px;border:1px solid ${link};border-radius:8px;background:${fill};color:${ink};font-weight:bold;text-decoration:none">${OPEN}</a></p>`
      : undefined;
  const closing = [
    support && html`${QUESTIONS} ${a(support, writtenSupport(support))}`,
    brand && html`${brand.name}`,
    footer?.reason && html`${footer.reason}`,
    footer?.settingsUrl && a(footer.settingsUrl, SETTINGS),
  ].filter((line) => line instanceof Html);
  return html`<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.canvas{background:#0d1517!important}.card{background:#151e21!important;border-color:#3d4a4e!important;color:#e4e9eb!important}.line{border-color:#3d4a4e!important}.note{color:#a5aeb2!important}.link,.brand{color:${link_dark}!important}.button{border-color:${link_dark}!important}.logo{padding:8px!important;border-radius:8px!important;background:#ffffff!important;color:#162125!important}}</style></head>
<body class="canvas" style="margin:0;padding:0;background:#f6f9fa">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;background:#f6f9fa"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;max-width:560px"><tr><td class="card" align="left" style="padding:24px;background:#ffffff;border:1px solid #d4dadd;border-radius:12px;color:#162125;font:16px/1.5 Arial,sans-serif;overflow-wrap:break-word;word-wrap:break-word">
${brand && renderHeader(brand, link)}<h1 style="margin:0 0 12px;font-size:20px;line-height:1.35">${title}</h1>
${text.split('\n').map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
${button}
${closing.length > 0 && html`<div class="line note" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d4dadd;color:#616e73;font-size:13px">${closing.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}</div>`}
</td></tr></table>
</td></tr></table>
</body></html>`.markup;
};

/** The alternative text shows the name in clients that block images. */
const renderHeader = ({ name, logoUrl }: Brand, color: string): Html =>
  logoUrl === null
    ? html`<p class="brand" style="margin:0 0 20px;color:${color};font-size:18px;font-weight:bold">${name}</p>
`
    : html`<p style="margin:0 0 20px"><img class="logo" src="${logoUrl}" alt="${name}" height="40" style="height:40px;width:auto;max-width:100%;box-sizing:content-box;object-fit:contain;object-position:left;border:0;color:${color};font-size:18px;font-weight:bold"></p>
`;
