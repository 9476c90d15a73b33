import { Group, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { REFRESH_SECONDS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { refreshWords } from '../logic/refresh-words.ts';
import { ZoneField } from './zone-field.tsx';
import type { SettingsProps } from './settings-props.ts';

const limits = LIMITS.dashboards;

export function GeneralFields({ draft, onChange }: SettingsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        required
        maxLength={limits.nameCharactersMax}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        maxLength={limits.descriptionCharactersMax}
        value={draft.description}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <TagsInput
        label="Tags"
        maxTags={limits.tagsMax}
        value={[...draft.tags]}
        onChange={(tags) =>
          onChange({ ...draft, tags: tags.map((tag) => tag.slice(0, limits.tagCharactersMax)) })
        }
      />
      <TimeFields draft={draft} onChange={onChange} />
      <TextInput
        label="Key"
        description="Identifier in version control: lowercase letters, digits and hyphens. Default: none."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={64}
        error={isKey(draft.key) ? undefined : 'Use only lowercase letters, digits and hyphens.'}
        value={draft.key ?? ''}
        onChange={(event) => {
          const key = event.currentTarget.value;
          onChange({ ...draft, key: key === '' ? null : key });
        }}
      />
    </Stack>
  );
}

function isKey(key: string | null): boolean {
  return key === null || /^[a-z0-9-]{1,64}$/.test(key);
}

function TimeFields({ draft, onChange }: SettingsProps) {
  const { time, timeZone, refreshSeconds } = draft;
  const usual = useTimeZone();
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label="From"
          placeholder="-24h"
          value={time.earliest}
          onChange={(event) =>
            onChange({ ...draft, time: { ...time, earliest: event.currentTarget.value } })
          }
        />
        <TextInput
          label="To"
          placeholder="now"
          value={time.latest}
          onChange={(event) =>
            onChange({ ...draft, time: { ...time, latest: event.currentTarget.value } })
          }
        />
      </Group>
      <Group grow align="flex-start">
        <ZoneField
          label="Time zone"
          none={`Organization default (${usual})`}
          value={timeZone}
          onChange={(zone) => onChange({ ...draft, timeZone: zone })}
        />
        <NativeSelect
          label="Refresh interval"
          value={refreshSeconds === null ? '' : String(refreshSeconds)}
          data={[
            { value: '', label: 'Manual' },
            ...REFRESH_SECONDS.map((seconds) => ({
              value: String(seconds),
              label: refreshWords(seconds),
            })),
          ]}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const seconds = REFRESH_SECONDS.find((each) => String(each) === text) ?? null;
            onChange({ ...draft, refreshSeconds: seconds });
          }}
        />
      </Group>
    </>
  );
}
