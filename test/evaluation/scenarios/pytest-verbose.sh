# An account library under pytest -v.
cat > accounts.py <<'T'
class Account:
    def __init__(self, balance=0): self.balance = balance; self.locked = False
    def deposit(self, amount):
        if amount <= 0: raise ValueError("amount must be positive")
        self.balance += amount
    def withdraw(self, amount):
        if amount > self.balance: raise RuntimeError("overdrawn")
        self.balance -= amount
    def interest(self, rate): return self.balance * rate / 100 + 1
T
cat > test_accounts.py <<'T'
import pytest
from accounts import Account
def test_deposit_increases_balance():
    a = Account(); a.deposit(5); assert a.balance == 5
def test_deposit_of_negative_amount_is_refused():
    with pytest.raises(ValueError): Account().deposit(-1)
def test_overdraft_raises_error():
    with pytest.raises(RuntimeError): Account(1).withdraw(2)
def test_interest_for_one_year():
    assert Account(100).interest(3) == 3
@pytest.mark.skip(reason="ledger not available")
def test_export_to_ledger(): pass
@pytest.mark.xfail(reason="known rounding bug")
def test_rounding_of_cents():
    assert round(2.675, 2) == 2.68
class TestLocking:
    def test_locked_account_rejects_withdrawal(self):
        a = Account(10); a.locked = True
        with pytest.raises(RuntimeError): a.withdraw(5)
    def test_unlock_by_administrator(self):
        a = Account(); a.locked = False; assert not a.locked
@pytest.fixture
def remote(): raise ConnectionError("bank is offline")
def test_transfer_between_banks(remote): pass
@pytest.mark.parametrize("currency", ["EUR", "USD", "XXX"])
def test_currency_is_known(currency): assert currency in ("EUR", "USD")
T
python3 -m pytest -v -p no:cacheprovider test_accounts.py
