import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const ProgramPage = () => (
  <Page>
    <UpcomingSection section="program" />
  </Page>
);

export default ProgramPage;
