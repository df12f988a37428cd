/** Escapes a text for HTML content or a quoted attribute. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** HTML that can be inserted into a page without escaping. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | false | undefined | Html | readonly Html[];

/** Builds HTML from a template. Values are escaped unless they are `Html`. `false` and `undefined` are empty. */
export const html = (template: TemplateStringsArray, ...values: readonly Value[]) =>
  new Html(String.raw({ raw: template }, ...values.map(renderValue)));

function renderValue(value: Value): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'object' ? value.map(renderValue).join('') : escaped(String(value));
}

/** Returns an element with data for a script of the page. Browsers do not execute it. */
export const dataElement = (id: string, data: unknown) =>
  new Html(
    `<script type="application/json" id="${escaped(id)}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  );
