import { ProgramCreate } from '../features/programs/page/program-create.tsx';
import { Page } from '../shared/ui/page.tsx';

const ProgramCreatePage = () => (
  <Page>
    <ProgramCreate />
  </Page>
);

export default ProgramCreatePage;
