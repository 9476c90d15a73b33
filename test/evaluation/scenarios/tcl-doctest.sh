# Two small test runners: tcltest with constraints, and Python's doctest in verbose mode.
cat > queue.test <<'T'
package require tcltest 2
namespace import ::tcltest::*
configure -verbose {pass skip start error body}
testConstraint hasPrinter 0
testConstraint bigDisk 0
proc push {q x} { return [concat $q [list $x]] }
proc pop {q} { if {![llength $q]} { error "queue is empty" }; return [lrange $q 1 end] }
test queue-1.1 {push appends} { push {a b} c } {a b c}
test queue-1.2 {pop removes the head} { pop {a b} } {b}
test queue-1.3 {pop on empty queue raises} -body { pop {} } -returnCodes error -result {queue is empty}
test queue-2.1 {order is kept for 100 entries} { set q {}; for {set i 0} {$i < 100} {incr i} { set q [push $q $i] }; lindex $q 99 } {99}
test queue-2.2 {duplicates are dropped} { push {a} a } {a}
test queue-3.1 {spool to printer} -constraints hasPrinter -body { expr 1 } -result 1
test queue-3.2 {spill 10 GB to disk} -constraints bigDisk -body { expr 1 } -result 1
test queue-4.1 {priorities are honoured} { lsort -integer {3 1 2} } {1 2 3}
test queue-4.2 {negative priority is refused} { setPriority -1 } {refused}
test date-1.1 {leap day is valid} { clock format [clock scan {2024-02-29} -format %Y-%m-%d -gmt 1] -format %d -gmt 1 } {29}
test date-1.2 {thirteenth month is refused} -body { clock scan {2024-13-01} -format %Y-%m-%d } -returnCodes error -match glob -result {*}
cleanupTests
T
tclsh queue.test
cat > units.py <<'T'
"""Unit conversions.

>>> kelvin(0)
273.15
>>> miles(10)
6.21
"""
def kelvin(c):
    """
    >>> kelvin(100)
    373.15
    >>> kelvin(-300)
    Traceback (most recent call last):
        ...
    ValueError: below absolute zero
    """
    if c < -273.15: raise ValueError('below absolute zero')
    return round(c + 273.15, 2)
def miles(km):
    """
    >>> miles(42.195)
    26.22
    >>> miles(0)
    0
    """
    return round(km * 0.62137, 1 if km == 0 else 2)
def roman(n):
    """
    >>> roman(4)
    'IV'
    >>> roman(1994)
    'MCMXCIV'
    """
    out = ''
    for v, s in ((1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (1, 'I')):
        while n >= v: out += s; n -= v
    return out
def fahrenheit(c):
    return c * 9 / 5 + 32
def gallons(l):
    """
    >>> gallons(10)   # doctest: +SKIP
    2.64
    """
T
python3 -m doctest -v units.py | grep -v '^Expecting:$'
