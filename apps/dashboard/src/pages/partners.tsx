import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const PartnersPage = () => (
  <Page>
    <UpcomingSection section="partners" />
  </Page>
);

export default PartnersPage;
