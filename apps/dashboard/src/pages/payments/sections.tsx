import { Link } from 'react-router-dom';
import { useAddress } from '@/shared/list/use-address.ts';
import { SideScroller, scrollTabIntoView } from '@/shared/ui/side-scroller.tsx';
import classes from './sections.module.css';

/** Labels of the sections by the value of the `tab` URL parameter. The first section is the default. */
export type SectionLabels = Readonly<Record<string, string>>;

/** Returns the section in the URL, or the first section. */
export function useSection(sections: SectionLabels): string {
  const { get } = useAddress();
  const name = get('tab');
  return name in sections ? name : (Object.keys(sections)[0] ?? '');
}

export function Sections({ sections }: { sections: SectionLabels }) {
  const current = useSection(sections);
  return (
    <nav aria-label="Разделы выплат" className={classes['sections']}>
      <SideScroller background="var(--app-hover)">
        {Object.entries(sections).map(([name, label], index) => (
          <Link
            key={name}
            to={{ search: index === 0 ? '' : `?tab=${name}` }}
            className={classes['section']}
            aria-current={name === current ? 'page' : undefined}
            {...(name === current && { ref: scrollTabIntoView })}
          >
            {label}
          </Link>
        ))}
      </SideScroller>
    </nav>
  );
}
