import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { referralPage } from '@/testing/data/referral-page.ts';
import { mount } from '@/testing/mount.tsx';
import { failRequest, holdResponse, linkUrls, respond } from '@/testing/server.ts';
import { ReferralPage } from './referral-page.tsx';

const name = () => screen.findByLabelText<HTMLInputElement>('Имя');
const phone = () => screen.getByLabelText<HTMLInputElement>('Телефон');
const consent = () => screen.getByRole('checkbox');
const submit = () => screen.getByRole('button', { name: 'Оставить заявку' });
const thanks = () => screen.findByRole('heading', { name: 'Заявка отправлена' });

const openLink = (code: string) => mount(<ReferralPage code={code} />, `/ref/${code}`);

async function open() {
  const app = openLink('Anna-7');
  await name();
  return app;
}

async function fillIn({ user }: Awaited<ReturnType<typeof open>>) {
  await user.type(await name(), 'Мария');
  await user.type(phone(), '89161234567');
  await user.click(consent());
}

async function send() {
  const app = await open();
  await fillIn(app);
  await app.user.click(submit());
  return app;
}

const expectInputKept = async () => {
  expect((await name()).value).toBe('Мария');
  expect(phone().value).toBe('+7 916 123-45-67');
  expect(consent()).toBeChecked();
};

describe('the page', () => {
  test('shows the program, the partner, the organization and the advertising mark', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Окна со скидкой');
    expect(screen.getByText('Вас приглашает Олег П.')).toBeVisible();
    for (const line of ['ООО «Ромашка»', 'Реклама', 'erid: 2VtzqxKf'])
      expect(screen.getByText(line)).toBeVisible();
    expect(screen.getByRole('link', { name: /Политика/ })).toHaveAttribute(
      'href',
      'https://example.ru/privacy',
    );
    await waitFor(() => expect(document.title).toBe('Окна со скидкой · Ромашка'));
    expect(consent()).not.toBeChecked();
  });

  test.each([
    ['paused', 'Прием заявок приостановлен'],
    ['ended', 'Программа завершена'],
    ['closed', 'Заявки не принимаются'],
  ])('shows a notice without a form when the program is %s', async (state, title) => {
    respond('get', linkUrls.page, 200, { ...referralPage, state });
    openLink('Anna-7');
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('shows a notice when the link is unknown', async () => {
    respond('get', linkUrls.page, 404, { detail: 'Объект не найден.' });
    openLink('Anna-7');
    expect(await screen.findByRole('heading', { name: 'Такой ссылки нет' })).toBeVisible();
  });

  test('can be reloaded when it fails to load', async () => {
    failRequest('get', linkUrls.page);
    const app = openLink('Anna-7');
    expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
    respond('get', linkUrls.page, 200, referralPage);
    await app.user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await name()).toBeVisible();
  });
});

describe('a visit', () => {
  test('is recorded once per tab with the tags of the address and sent with the lead', async () => {
    window.history.replaceState(null, '', '/ref/Anna-7?utm_source=vk&utm_term=&other=1');
    const click = holdResponse('post', linkUrls.clicks, { click: 'click-7' });
    click.release();
    const lead = holdResponse('post', linkUrls.leads, { success_text: 'Спасибо.' });
    lead.release();
    const app = await send();
    await thanks();
    expect(click.bodies).toEqual([{ referrer: '', utm_source: 'vk' }]);
    expect(lead.bodies).toMatchObject([{ click: 'click-7' }]);
    await app.user.click(screen.getByRole('button', { name: 'Отправить еще одну' }));
    await open();
    expect(click.bodies).toHaveLength(1);
    window.history.replaceState(null, '', '/');
  });

  test('does not block the form when it cannot be recorded', async () => {
    respond('post', linkUrls.clicks, 500, {});
    await send();
    expect(await thanks()).toBeVisible();
  });
});

describe('a lead', () => {
  test('is sent with the version of the consent and confirmed', async () => {
    const { release, bodies } = holdResponse('post', linkUrls.leads, { success_text: 'Ждите звонка.' });
    await send();
    await waitFor(() => expect(bodies).toHaveLength(1));
    release();
    const heading = await thanks();
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText('Ждите звонка.')).toBeVisible();
    expect(bodies).toEqual([
      {
        name: 'Мария',
        phone: '+7 916 123-45-67',
        comment: '',
        website: '',
        consent: true,
        consent_version: 2,
        click: 'click-1',
        'smart-token': '',
      },
    ]);
  });

  test('stays confirmed after a reload until another one is started', async () => {
    await send();
    await thanks();
    cleanup();
    openLink('anna-7');
    await thanks();
    cleanup();
    openLink('another');
    expect(await name()).toBeVisible();
    cleanup();
    const { user } = openLink('Anna-7');
    await thanks();
    await user.click(screen.getByRole('button', { name: 'Отправить еще одну' }));
    expect(await name()).toHaveValue('');
  });

  test('is sent once when it is submitted twice', async () => {
    const { release, bodies } = holdResponse('post', linkUrls.leads, { success_text: 'Спасибо.' });
    await send();
    await waitFor(() => expect(submit()).toHaveAttribute('aria-busy', 'true'));
    fireEvent.submit(screen.getByRole('form', { name: 'Заявка' }));
    release();
    await thanks();
    expect(bodies).toHaveLength(1);
  });

  test('is not sent without name, phone and consent, and the first invalid field has the focus', async () => {
    const { bodies } = holdResponse('post', linkUrls.leads, {});
    const { user } = await open();
    await user.click(submit());
    expect(await name()).toHaveAccessibleDescription('Напишите, как к вам обращаться');
    expect(await name()).toHaveFocus();
    expect(phone()).toHaveAccessibleDescription('Введите номер полностью: +7 и 10 цифр');
    expect(consent()).toHaveAccessibleDescription('Без согласия заявку отправить нельзя');
    await user.type(await name(), 'М');
    expect(await name()).toHaveAccessibleDescription('');
    expect(bodies).toEqual([]);
  });

  test('shows the error at the field and keeps the input when a field is refused', async () => {
    respond('post', linkUrls.leads, 400, { phone: ['Введите российский номер телефона.'] });
    await send();
    await waitFor(() => expect(phone()).toHaveAccessibleDescription('Введите российский номер телефона.'));
    expect(phone()).toHaveFocus();
    await expectInputKept();
  });

  test.each([
    ['too many attempts', 429, { detail: 'Слишком много попыток. Повторите через 60 мин' }, /через 60 мин$/],
    ['a failure of the server', 502, {}, /^Заявка не отправлена\. Сервер не отвечает/],
    ['a defect', 500, { detail: 'Ошибка сервера. Номер 7F3A-21KD.' }, /7F3A-21KD/],
  ])('shows an alert and keeps the input after %s', async (_name, status, body, sentence) => {
    respond('post', linkUrls.leads, status, body);
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    await expectInputKept();
  });

  test('keeps the input without a connection and can be sent again', async () => {
    failRequest('post', linkUrls.leads);
    const { user } = await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Нет связи с сервером');
    await expectInputKept();
    respond('post', linkUrls.leads, 200, { success_text: 'Спасибо.' });
    await user.click(submit());
    expect(await thanks()).toBeVisible();
  });

  test('shows the new state of the page when the program was paused', async () => {
    const app = await open();
    await fillIn(app);
    respond('post', linkUrls.leads, 409, { detail: 'Программа приостановлена.', code: 'closed' });
    respond('get', linkUrls.page, 200, { ...referralPage, state: 'paused' });
    await app.user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Прием заявок приостановлен' })).toBeVisible();
  });

  test('shows the new text unchecked when the consent has changed', async () => {
    const app = await open();
    await fillIn(app);
    respond('post', linkUrls.leads, 400, { consent: ['Текст согласия изменился.'] });
    respond('get', linkUrls.page, 200, { ...referralPage, consent: { version: 3, text: 'Новый текст.' } });
    await app.user.click(submit());
    expect(await screen.findByRole('checkbox', { name: 'Новый текст.' })).not.toBeChecked();
    expect(consent()).toHaveAccessibleDescription('Текст согласия изменился.');
    expect((await name()).value).toBe('Мария');
  });
});

test('the page shows the logo and colours of the organization if they are set', async () => {
  const colors = {
    fill: '#ffe000',
    ink: '#000000',
    hover: '#ffe526',
    link_light: '#7a6b00',
    link_dark: '#ffe000',
  };
  const { organization } = referralPage;
  respond('get', linkUrls.page, 200, {
    ...referralPage,
    organization: { ...organization, logo_path: '/logo/one', colors },
  });
  await open();
  const page = document.querySelector<HTMLElement>('.ref');
  expect(page?.style.getPropertyValue('--brand-fill')).toBe('#ffe000');
  expect(page?.style.getPropertyValue('--brand-link-dark')).toBe('#ffe000');
  expect(document.querySelector('.ref-logo')).toHaveAttribute('src', '/logo/one');
  cleanup();
  respond('get', linkUrls.page, 200, { ...referralPage });
  await open();
  expect(document.querySelector('.ref')).not.toHaveAttribute('style');
  expect(document.querySelector('.ref-logo')).toBeNull();
});
