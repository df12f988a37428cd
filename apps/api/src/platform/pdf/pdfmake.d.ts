/** Types for two untyped libraries, limited to the parts that the server uses. */
declare module 'pdfmake' {
  type Faces = { normal: string; bold: string };
  const pdfmake: {
    addFonts(fonts: Record<string, Faces>): void;
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}

declare module 'fontkit' {
  export function openSync(path: string): { hasGlyphForCodePoint(codePoint: number): boolean };
}
