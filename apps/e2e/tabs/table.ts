import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { FIGURES, type Figures } from './measure.ts';

/** Reporter that prints all measurements as one table at the end. */
export default class Table implements Reporter {
  readonly #rows: Figures[] = [];

  onTestEnd(_test: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '{}' } of annotations) {
      if (type === FIGURES) this.#rows.push(JSON.parse(description) as Figures);
    }
  }

  onEnd(): void {
    const columns = new Map<string, Figures[]>();
    for (const row of this.#rows) {
      const key = Object.keys(row).join();
      columns.set(key, [...(columns.get(key) ?? []), row]);
    }
    for (const rows of columns.values()) console.table(rows);
  }
}
