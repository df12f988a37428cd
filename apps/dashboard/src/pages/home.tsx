import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const HomePage = () => (
  <Page>
    <UpcomingSection section="home" />
  </Page>
);

export default HomePage;
