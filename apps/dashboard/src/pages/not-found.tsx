import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { Notice } from '../shared/ui/feedback/notice.tsx';
import { IconCompass } from '../shared/ui/icons.ts';
import { LinesAndNodes } from '../shared/ui/page/lines-and-nodes.tsx';
import { DocumentTitle } from '../shared/ui/page/page-heading.tsx';
import classes from './not-found.module.css';

const NotFoundPage = () => (
  <div className={classes['page']}>
    <DocumentTitle title="Страница не найдена" />
    <LinesAndNodes className={classes['motif']} />
    <Notice
      order={1}
      icon={<IconCompass size={32} stroke={1.75} />}
      title="Такой страницы нет"
      actions={
        <Button component={Link} to={paths.home}>
          На главную
        </Button>
      }
    >
      Проверьте адрес: возможно, в нем опечатка или страницу удалили.
    </Notice>
  </div>
);

export default NotFoundPage;
