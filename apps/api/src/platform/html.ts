/** Text as HTML shows it, in an element or between the quotes of an attribute. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A piece of HTML, safe to put into a page as it is. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | false | undefined | Html | readonly Html[];

/** HTML from a template; what is put in is escaped, unless it is HTML itself. `false` and `undefined` are nothing. */
export const html = (template: TemplateStringsArray, ...values: readonly Value[]) =>
  new Html(String.raw({ raw: template }, ...values.map(markupOf)));

function markupOf(value: Value): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'object' ? value.map(markupOf).join('') : escaped(String(value));
}

/** Data for a program on the page, in an element that no browser runs. */
export const dataElement = (id: string, data: unknown) =>
  new Html(
    `<script type="application/json" id="${escaped(id)}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  );
