import { Input, useComputedColorScheme } from '@mantine/core';
import { useId } from 'react';
import { TONES } from '../../../../../src/charts/colors.ts';

interface ToneFieldProps {
  readonly label: string;
  /** From 1. */
  readonly tone: number;
  readonly onChange: (tone: number) => void;
}

/** A chart color, shown as it will look; for screen readers, by its number. */
export function ToneField({ label, tone, onChange }: ToneFieldProps) {
  const scheme = useComputedColorScheme('dark');
  const name = useId();
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className="de-tones" role="radiogroup" aria-label={label}>
        {TONES.map((shades, at) => (
          <input
            key={shades.light}
            type="radio"
            name={name}
            className="de-tone"
            style={{ backgroundColor: shades[scheme] }}
            aria-label={`Color ${at + 1}`}
            title={`Color ${at + 1}`}
            checked={tone === at + 1}
            onChange={() => onChange(at + 1)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
