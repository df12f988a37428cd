import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });

const nameOf = (statement: ts.Statement): string => {
  if (ts.isVariableStatement(statement)) {
    const [declaration] = statement.declarationList.declarations;
    return declaration?.name.getText() ?? '';
  }
  return (statement as ts.DeclarationStatement).name?.getText() ?? '';
};

/** Names that a module exports; by their own name where they are renamed. */
const exportsOf = (file: ts.SourceFile): Map<string, string> =>
  new Map(
    file.statements
      .filter(ts.isExportDeclaration)
      .flatMap(({ exportClause }) =>
        exportClause && ts.isNamedExports(exportClause) ? [...exportClause.elements] : [],
      )
      .map(({ name, propertyName }) => [(propertyName ?? name).text, name.text]),
  );

/**
 * The signatures of a bundled declaration file, in the order of their names and without comments: what changes here, changes for
 * whoever uses the package. What is not exported stands below, since the signatures speak of it.
 */
export function apiReport(title: string, declarations: string): string {
  const file = ts.createSourceFile('index.d.ts', declarations, ts.ScriptTarget.Latest, true);
  const exported = exportsOf(file);
  const printed = file.statements
    .filter((statement) => !(ts.isExportDeclaration(statement) || ts.isImportDeclaration(statement)))
    .map((statement) => ({
      name: nameOf(statement),
      text: printer.printNode(ts.EmitHint.Unspecified, statement, file).replace(/^(export )?(declare )?/, ''),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const section = (heading: string, isExported: boolean) => {
    const found = printed.filter(({ name }) => exported.has(name) === isExported);
    const code = found.map(({ text }) => text).join('\n\n');
    return found.length > 0 ? [`## ${heading}`, `\`\`\`ts\n${code}\n\`\`\``] : [];
  };
  return `${[
    `# ${title}`,
    'Written by `packages/package-checks/src/api.test.ts`, which fails when what is built differs. To accept a change, run it with `-u`.',
    ...section('Public', true),
    ...section('Named by them', false),
  ].join('\n\n')}\n`;
}
