import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { smirnov, smirnovLink } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import CreateLinkDialog from './create-link-dialog.tsx';

test('a taken code is reported before the link is created', async () => {
  server.use(
    http.get('/api/referral/links/check/', ({ request }) => {
      const code = new URL(request.url).searchParams.get('code');
      return HttpResponse.json({ code, available: code === 'vizitka' });
    }),
  );
  signIn();
  const { user } = mount(<CreateLinkDialog partner={smirnov} links={[smirnovLink]} onClose={() => {}} />);
  const code = await screen.findByLabelText('Код');
  await user.type(code, 'okna');
  await user.tab();
  await waitFor(() =>
    expect(code).toHaveAccessibleDescription(expect.stringContaining('Этот код занят. Придумайте другой')),
  );
  await user.clear(code);
  await user.type(code, 'vizitka');
  await user.tab();
  await waitFor(() => expect(code).toHaveAccessibleDescription('Свободен: ссылка будет /ref/vizitka'));
});
