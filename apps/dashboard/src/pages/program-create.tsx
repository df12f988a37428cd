import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const ProgramCreatePage = () => (
  <Page>
    <UpcomingSection section="program" />
  </Page>
);

export default ProgramCreatePage;
