import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { SEARCH_MIN } from '@referral-dashboard/api-contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconSearch } from '@/shared/ui/icons.ts';
import { ResultList } from './result-list.tsx';
import classes from './search.module.css';
import type { SearchItem } from './search-item.ts';
import { type Choice, useSearchResults } from './use-search-results.ts';

const RESULT_FORMS = ['вариант', 'варианта', 'вариантов'] as const;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type SearchProps = {
  text: string;
  onTextChange: (text: string) => void;
  onClose: () => void;
  items: readonly SearchItem[];
};

/** Global search: a combobox over records, pages and actions. */
export function SearchDialog({ isOpen, ...search }: SearchProps & { isOpen: boolean }) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={search.onClose}
      size={600}
      padding={0}
      yOffset="10dvh"
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Поиск по всему">
        <Modal.Body>
          <Search {...search} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ text, onTextChange, onClose, items }: SearchProps) {
  const [activeIndex, setActiveIndex] = useState(0);
  const { groups, isLongEnough, isLoading, error, retry } = useSearchResults(text, items);
  const navigate = useNavigate();
  const listId = useId();
  const choices = groups.flatMap((group) => group.choices);
  const getOptionId = (index: number) => `${listId}-${index}`;
  // A new result list may be shorter than the previous one.
  const selectedIndex = Math.min(activeIndex, choices.length - 1);

  const selectChoice = ({ to, run }: Choice) => {
    onClose();
    run?.();
    if (to !== undefined) void navigate(to);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = STEPS[event.key];
    const choice = choices[selectedIndex];
    if (event.nativeEvent.isComposing) return;
    if (offset !== undefined && choices.length > 0) {
      event.preventDefault();
      const nextIndex = (selectedIndex + offset + choices.length) % choices.length;
      setActiveIndex(nextIndex);
      document.getElementById(getOptionId(nextIndex))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && choice !== undefined) {
      event.preventDefault();
      selectChoice(choice);
    }
  };

  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        classNames={{ root: classes['field'] ?? '', input: classes['input'] ?? '' }}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        placeholder="Имя, телефон, номер или раздел"
        aria-label="Поиск по всему"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? getOptionId(selectedIndex) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => {
          onTextChange(currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div className={classes['found']} data-old={isLoading || undefined}>
        <ResultList
          id={listId}
          groups={groups}
          activeIndex={selectedIndex}
          getOptionId={getOptionId}
          onHighlight={setActiveIndex}
          onChoose={selectChoice}
        />
        {error && <PartProblem error={error} title="Поиск не ответил" onRetry={retry} />}
        {isLoading && <TextSkeleton lines={3} className={classes['waiting'] ?? ''} />}
        {!isLoading && !error && choices.length === 0 && (
          <Text c="dimmed" className={classes['nothing']}>
            {isLongEnough
              ? 'Ничего не нашлось. Проверьте слово или поищите по телефону и номеру.'
              : `Введите хотя бы ${SEARCH_MIN} знака`}
          </Text>
        )}
      </div>
      <VisuallyHidden role="status">
        {!isLoading && (choices.length > 0 ? formatCount(choices.length, RESULT_FORMS) : '')}
      </VisuallyHidden>
    </>
  );
}
