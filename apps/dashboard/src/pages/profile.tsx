import { ColorSchemeChoice } from '../features/appearance/color-scheme-choice.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { Page } from '../shared/ui/page.tsx';

const ProfilePage = () => (
  <Page width="form">
    <ProfileForm />
    <ColorSchemeChoice />
  </Page>
);

export default ProfilePage;
