import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { spanWords } from '../logic/export-words.ts';

interface LagProps {
  readonly shown: Pick<ScheduledExport, 'mode' | 'lagSeconds' | 'watermark' | 'startAt'>;
  /** Adds an explanation. */
  readonly isExplained?: boolean;
}

/** How far the files of an archive lag behind the stored events; a report never lags. */
export function Lag({ shown, isExplained = false }: LagProps) {
  const { mode, lagSeconds, watermark, startAt } = shown;
  if (mode === 'report' || lagSeconds === null) return <span>–</span>;
  return (
    <span>
      {spanWords(lagSeconds)}
      {isExplained &&
        (watermark === startAt ? (
          ': no events exported yet'
        ) : (
          <>
            : all events stored before <TimeText at={watermark} form="exact" /> are exported
          </>
        ))}
    </span>
  );
}
