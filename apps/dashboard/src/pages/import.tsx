import { ImportPage } from '../features/imports/import-page.tsx';

export default ImportPage;
