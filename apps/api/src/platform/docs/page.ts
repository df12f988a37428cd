import { createHash } from 'node:crypto';
import type { RouteContract } from '@referral-dashboard/api-contract';
import { escaped } from '../html.ts';

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8886; border-radius: 0.5rem }
section { border-top: 1px solid #8886; padding: 0.5rem 0 }
h2 { font-size: 1rem; margin: 0.5rem 0 } p { margin: 0.25rem 0 }
`;

/** Allows only the inline style of the page, and no scripts. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

type Description = { paths: Record<string, Record<string, Record<string, unknown>>> };

const details = (title: string, value: unknown) =>
  value === undefined || (Array.isArray(value) && value.length === 0)
    ? ''
    : `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(value, null, 2))}</pre></details>`;

const WHO: Record<string, string> = {
  public: 'все',
  authenticated: 'все, кто вошел',
  organization: 'организация',
  partner: 'партнер',
};

/** Returns an HTML page that describes the calls of the API. */
export function docsPage(routes: readonly RouteContract[], description: Description): string {
  const sections = routes.map(({ method, path, name, access }) => {
    const { parameters, requestBody, responses } = description.paths[path]?.[method.toLowerCase()] ?? {};
    const who = [access].flat().map((role) => WHO[role] ?? role);
    return `<section><h2><code>${method} ${escaped(path)}</code></h2>
<p>${escaped(name)}. Доступ: ${who.join(', ')}.</p>
${details('Параметры', parameters)}${details('Тело запроса', requestBody)}${details('Ответы', responses)}
</section>`;
  });
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Описание API</title>
<style>${STYLE}</style>
<h1>Описание API</h1>
<p>То же для программ: <a href="/api/schema/">OpenAPI 3.1</a>.</p>
${sections.join('\n')}
</html>
`;
}
