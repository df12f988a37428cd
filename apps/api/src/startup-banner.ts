import type { Config } from './config.ts';
import { DEMO_PEOPLE } from './demo/people.ts';
import type { RunningServer } from './start.ts';

const ROLES = { organization: 'организация', partner: 'партнер' };

/** Returns the text that the operator sees after the start. */
export function startupBanner(
  { MODE, DATABASE_URL, DATA_DIR, HOST }: Config,
  { url, setupUrl, metricsUrl }: Pick<RunningServer, 'url' | 'setupUrl' | 'metricsUrl'>,
): string {
  const database = DATABASE_URL === undefined ? `встроенная, папка ${DATA_DIR}` : 'PostgreSQL';
  const lines = ['', `Сервер запущен: ${url}`, `База данных: ${database}`];
  if (metricsUrl !== undefined) lines.push(`Метрики: ${metricsUrl}`);
  if (setupUrl !== undefined)
    lines.push(
      'Здесь еще никого нет. Создайте организацию и вход для себя, адрес действует сутки:',
      `  ${setupUrl}`,
    );
  if (MODE === 'demo') {
    lines.push('Демонстрационный режим. Войти можно так:');
    for (const { role, phone, password } of DEMO_PEOPLE) {
      lines.push(`  ${role ? ROLES[role] : 'без роли'}: телефон ${phone}, пароль ${password}`);
    }
    if (!['127.0.0.1', 'localhost', '::1'].includes(HOST)) {
      lines.push(
        'Внимание: эти пароли известны всем, а сервер виден по сети. Для работы: APP_MODE=production.',
      );
    }
  }
  return `${lines.join('\n')}\n\n`;
}
