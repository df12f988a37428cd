import { createHash } from 'node:crypto';

const START = "SwaggerUIBundle({ url: '/api/schema/', dom_id: '#docs', deepLinking: true });";
const startHash = createHash('sha256').update(START).digest('base64');

/** Allows the scripts of the page and requests to this server only. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${startHash}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that shows the OpenAPI description in Swagger UI. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Referral dashboard API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script>${START}</script>
</html>
`;
