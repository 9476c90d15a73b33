export function PublicDashboardPage() {
  return <main>Dashboard</main>;
}
