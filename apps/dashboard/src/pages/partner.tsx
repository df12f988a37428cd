import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const PartnerPage = () => (
  <Page>
    <UpcomingSection section="partner" />
  </Page>
);

export default PartnerPage;
