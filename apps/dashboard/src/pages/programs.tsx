import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const ProgramsPage = () => (
  <Page>
    <UpcomingSection section="programs" />
  </Page>
);

export default ProgramsPage;
