import { S3Client } from '@aws-sdk/client-s3';
import type { BucketPlace } from '../objects.ts';
import { createGuardedHandler, type GuardedNeeds } from './guarded-handler.ts';

/**
 * The client has a default for everything and searches environment variables, files of the home folder and an address
 * of the machine. All of its settings are provided here, so that it searches nowhere; a test verifies this.
 */
export function openClient(needs: GuardedNeeds, place: BucketPlace): S3Client {
  const { accessKeyId, secretAccessKey, endpoint, region, isPathStyle } = place;
  return new S3Client({
    requestHandler: createGuardedHandler(needs),
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    // The signed hash of a body is the check that every store makes; newer ones are refused by many.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    authSchemePreference: ['aws.auth#sigv4'],
    disableClockSkewCorrection: true,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    expectContinueHeader: false,
    followRegionRedirects: false,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useAccelerateEndpoint: false,
    defaultsMode: 'standard',
    // How often and when something is tried again is decided by `create-calls.ts`.
    maxAttempts: 1,
    retryMode: 'standard',
    userAgentAppId: 'xplain',
  });
}
