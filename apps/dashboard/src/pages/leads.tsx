import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const LeadsPage = () => (
  <Page>
    <UpcomingSection section="leads" />
  </Page>
);

export default LeadsPage;
